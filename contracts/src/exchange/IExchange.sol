// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFees} from "../fees/IFees.sol";
import {IPayouts} from "../fees/IPayouts.sol";
import {Order, OrderKey, Sig} from "./OrderTypes.sol";

/// @notice Fixed-price sales (an item for coin or an ERC20) and bids (an ERC20 for an item) that their makers signed.
/// The seller of the item pays the seller fee and the royalties out of the price, its buyer pays the buyer fee on top.
interface IExchange is IFees, IPayouts {
    /// @notice A fill; logged before anything moves. `sellValue` and `buyValue` are the order's totals, `amount` the units
    /// of the sell side filled now, `buyer` who receives what the maker sells for (the item of a sale, the money of a bid).
    event Buy(
        address indexed sellToken,
        uint256 indexed sellTokenId,
        uint256 sellValue,
        address owner,
        address buyToken,
        uint256 buyTokenId,
        uint256 buyValue,
        address buyer,
        uint256 amount,
        uint256 salt
    );

    /// @notice All versions of the order with this owner and sequence number are over. The assets are what the caller
    /// wrote: go by owner and number.
    event Cancel(
        address indexed sellToken,
        uint256 indexed sellTokenId,
        address owner,
        address buyToken,
        uint256 buyTokenId,
        uint256 salt
    );

    /// @notice The caller's orders with these sequence numbers are over: number 256 * `word` + i for each bit i of `bits`.
    /// Only bits that were not set before.
    event CancelMany(address indexed owner, uint256 word, uint256 bits);

    /// @notice All that `owner` signed or registered until now is over. Numbers below 1,024 are spent; of higher ones those count
    /// from now on whose bits 63-24 are `epoch`.
    event EverythingEnded(address indexed owner, uint256 epoch);

    /// @notice `owner` stands by this order without a signature.
    event Registered(address indexed owner, bytes32 indexed orderHash, Order order);

    /// @notice Asset types are 0 to 5. Permanent.
    error ExchangeAssetTypeUnknown(uint8 assetType);
    /// @notice Not an item for coin or an ERC20, nor an ERC20 for an item. Permanent.
    error ExchangeSidesUnsupported(uint8 sellType, uint8 buyType);
    /// @notice Coin with a token address or id, an ERC20 without address or with an id, or the token of the item. Permanent.
    error ExchangeMoneyInvalid(address token, uint256 tokenId, uint8 assetType);
    /// @notice An item of type 5 is sold with its mint voucher only.
    error ExchangeVoucherMissing(address token, uint256 tokenId);
    /// @notice Nothing for sale, or more than one of an ERC721. Permanent.
    error ExchangeQuantityInvalid(uint256 quantity);
    /// @notice Zero, or no whole multiple of the quantity. Permanent.
    error ExchangePriceInvalid(uint256 total, uint256 quantity);
    /// @notice Zero, or no whole multiple of a bid's unit price.
    error ExchangeAmountInvalid(uint256 amount, uint256 unit);
    /// @notice Fewer items are left than asked for.
    error ExchangeAmountAboveLeft(uint256 items, uint256 left);
    error ExchangeOrderNotStarted(uint256 validFrom);
    /// @notice Permanent.
    error ExchangeOrderExpired(uint256 validUntil);
    /// @notice Filled or cancelled, in this or another version. Permanent.
    error ExchangeOrderSpent(address owner, uint256 number);
    /// @notice The maker did not sign this order, here, in a form that counts.
    error ExchangeSignatureInvalid(address owner);
    /// @notice The bid's salt allows less.
    error ExchangeBuyerFeeAboveMaximum(uint256 buyerFee, uint256 maxBuyerFee);
    /// @notice The collection asks for more royalty than the sale's salt allows.
    error ExchangeRoyaltyAboveMost(uint256 royalty, uint256 most);
    /// @notice The coin sent must be exactly the coin due; 0 where an ERC20 is paid.
    error ExchangeValueWrong(uint256 sent, uint256 due);
    /// @notice The maker cannot fill its own order.
    error ExchangeSelfTrade(address owner);
    /// @notice Only its owner cancels an order.
    error ExchangeCallerNotOwner(address caller, address owner);
    /// @notice A voucher beside an item that exists already.
    error ExchangeVoucherUnused(uint8 assetType);
    /// @notice The collection minted something else than the order sells: an ERC721 in several or not delivered, or of no
    /// known standard.
    error ExchangeMintedOtherwise(address token, uint256 assetType, uint256 quantity);
    /// @notice At most `most` at once.
    error ExchangeTooMany(uint256 count, uint256 most);
    /// @notice As many words as masks.
    error ExchangeLengthsDiffer(uint256 words, uint256 masks);
    /// @notice An extra of a sweep is for no line, or for one before that of the extra in front of it.
    error ExchangeExtraMisplaced(uint256 line);
    /// @notice Sequence numbers have 64 bits, so words 56.
    error ExchangeWordUnknown(uint256 word);
    /// @notice A line of a sweep is for another money than its first line.
    error ExchangeMoneyMixed(address token, address first);
    /// @notice No fill of the sweep, or none of the bids, could be done.
    error ExchangeNothingSwept();
    /// @notice Fewer fills of the sweep, or bids, could be done than the caller wants at least.
    error ExchangeSweptTooFew(uint256 filled, uint256 least);
    /// @notice The caller of `acceptBid` would receive less than it wants at least.
    error ExchangeProceedsBelowLeast(uint256 proceeds, uint256 least);
    /// @notice `acceptBid` takes bids only: the caller of a sale pays. Permanent.
    error ExchangeBidExpected(uint8 sellType);
    /// @notice Bits 159-64 of the salt name no kind that this call takes: 0 for a plain order, 1 for a criteria bid, which
    /// `acceptCriteriaBid` fills, 2 for a private sale. Permanent.
    error ExchangeTermsInvalid(uint256 terms);
    /// @notice The bid does not take this item: its id is not under the root, or a proof came for a bid that takes any.
    error ExchangeIdOutsideCriteria(uint256 tokenId, bytes32 root);
    error ExchangeProofTooLong(uint256 length, uint256 longest);
    /// @notice Trees of orders have 1 to 10 levels.
    error ExchangeBulkHeightInvalid(uint256 height);
    /// @notice A tree of this height has no leaf of this index.
    error ExchangeBulkIndexInvalid(uint256 index, uint256 height);
    /// @notice A word of proof for each level stands before index and height.
    error ExchangeBulkProofMissing(uint256 length, uint256 height);
    /// @notice The module runs inside the exchange only.
    error ExchangeModuleCalledDirectly();
    /// @notice The seller would receive a single unit, or did not receive all: no pay token that can be traded in.
    error ExchangePaymentShort(address token, uint256 due);

    /// @notice Fills `amount` units of the sell side of `order`.
    /// @param sig the maker's: EIP-712, or personal_sign of `prepareMessage(order)` when `buyerFeeSig` is given; all zero for
    /// an order that its owner registered
    /// @param buyerFee bps the item's buyer pays on top; the default, unless a fee signer signed another
    /// @param buyerFeeSig the operator's, all zero for none; also needed for a seller fee below the minimum
    /// @param amount items of a sale; for a bid, base units of its pay token, a multiple of its unit price
    /// @param buyer who receives the item of a sale or the money of a bid; zero for the caller
    function exchange(Order calldata order, Sig calldata sig, uint256 buyerFee, Sig calldata buyerFeeSig, uint256 amount, address buyer)
        external
        payable;

    /// @notice Ends every version of the caller's order with this sequence number.
    function cancel(OrderKey calldata key) external;

    /// @notice The one address that items and pay tokens are approved for.
    function transferProxy() external view returns (address);

    /// @notice The same as `transferProxy`.
    function erc20TransferProxy() external view returns (address);

    /// @notice The code that runs the rare forms, see IExchangeForms: made by this contract, for ever.
    function module() external view returns (address);

    /// @notice The chain's coin as an ERC20; zero where none was named. A seller's part in it is not measured again.
    function wrappedCoin() external view returns (address);

    /// @notice hashStruct(Order), the id of a plain order, as are `digest` and `prepareMessage` of one; `digestByTerms` takes all.
    function hashOrder(Order calldata order) external pure returns (bytes32);

    /// @notice The 32 bytes that an EIP-712 signature of `order` covers.
    function digest(Order calldata order) external view returns (bytes32);

    /// @notice What the documented form personal_signs: the 64 lower-case hex characters of the digest.
    function prepareMessage(Order calldata order) external view returns (string memory);

    /// @notice Whether the order with this owner and salt is filled or cancelled, in any version.
    function isSpent(address owner, uint256 salt) external view returns (bool);

    /// @notice Items filled so far of an order for more than one that is not spent.
    function filled(address owner, uint256 salt) external view returns (uint256);
}
