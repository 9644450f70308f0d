// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderKey, Sig} from "../exchange/OrderTypes.sol";
import {IFees} from "../fees/IFees.sol";
import {AuctionOrder} from "./AuctionTypes.sol";

/// @notice Settles auctions: an item that its owner signed away to the best bidder, for an ERC20 that the bidder signed to
/// pay. Both keep what they have until then. Out of the price the seller pays the seller fee, the royalties, and the
/// dividends that the losing bidders share; the winner pays the buyer fee of its bid on top. Which bid wins and who shares
/// is what the operator signed, recomputable from the signed bids; the owner or the winner sends it, or, by `acceptBid`, any
/// account.
interface IAuctionExchange is IFees {
    /// @notice A settlement; logged before anything moves. `sellValue` and `buyValue` are the auction's quantity and lowest
    /// accepted total, `buying` the winner's total.
    event Auction(
        address indexed sellToken,
        uint256 indexed sellTokenId,
        uint256 sellValue,
        address owner,
        address buyToken,
        uint256 buyTokenId,
        uint256 buyValue,
        address buyer,
        uint256 endTime,
        uint256 buying,
        uint256 salt
    );

    /// @notice All versions of the auction with this owner and sequence number are over. The assets are what the caller
    /// wrote: go by owner and number.
    event Cancel(
        address indexed sellToken,
        uint256 indexed sellTokenId,
        address owner,
        address buyToken,
        uint256 buyTokenId,
        uint256 salt
    );

    /// @notice `share` of the settlement goes to each of `recipients`; DividendRefused names those that it did not reach.
    event Dividends(address indexed owner, uint256 indexed salt, uint256 share, address[] recipients);

    /// @notice The share of `recipient` did not arrive and stays with the seller.
    event DividendRefused(address indexed owner, uint256 indexed salt, address recipient, uint256 share);

    /// @notice The bids of `bidder` on this auction that are not above `upTo` are over.
    event BidsVoided(address indexed bidder, bytes32 indexed auction, uint256 upTo);

    /// @notice All that `owner` signed until now is over: auctions and bids. Numbers below 1,024 are spent; of higher ones those
    /// count from now on whose bits 63-24 are `epoch`, and of bids those that carry it.
    event EverythingEnded(address indexed owner, uint256 epoch);

    /// @notice Something that pays or moves was entered a second time.
    error AuctionReentered();
    /// @notice Too little gas is left to give a payee its fair share; send the same transaction with more.
    error AuctionGasTooLow(uint256 left);
    /// @notice An auction is paid in an ERC20, so no coin comes with it.
    error AuctionValueSent(uint256 sent);
    /// @notice Settled or cancelled, in this or another version. Permanent.
    error AuctionSpent(address owner, uint256 number);
    /// @notice The salt's extension is none of 0, 5, 10 and 15 minutes, or its buy-now total is below the lowest. Permanent.
    error AuctionTermsInvalid(uint256 terms);
    /// @notice Bids are still taken.
    error AuctionNotEnded(uint256 endTime);
    /// @notice Permanent.
    error AuctionExpired(uint256 expiredTime);
    /// @notice A start after the end, or a salt that names another expiry. Permanent.
    error AuctionTimesInvalid(uint256 startTime, uint256 endTime, uint256 expiredTime);
    /// @notice Only items that are there can be auctioned: types 2, 3 and 4. Permanent.
    error AuctionItemInvalid(address token, uint256 tokenId, uint8 assetType);
    /// @notice Not an ERC20, one with an id, or the token of the item. Permanent.
    error AuctionMoneyInvalid(address token, uint256 tokenId, uint8 assetType);
    /// @notice Nothing for sale, or more than one of an ERC721. Permanent.
    error AuctionQuantityInvalid(uint256 quantity);
    /// @notice An auction for nothing. Permanent.
    error AuctionPriceZero();
    /// @notice Dividends of more than the whole price. Permanent.
    error AuctionEncourageInvalid(uint256 encourage);
    /// @notice The owner did not sign this auction, here, in a form that counts.
    error AuctionSignatureInvalid(address owner);
    /// @notice The bidder did not sign this bid on this auction, here, in a form that counts.
    error AuctionBidSignatureInvalid(address bidder);
    /// @notice The bid does not reach the lowest accepted total.
    error AuctionBidBelowMinimum(uint256 total, uint256 minimum);
    /// @notice The bidder voided its bids on this auction up to `upTo`. Permanent.
    error AuctionBidVoid(address bidder, uint256 upTo);
    /// @notice The bids up to there are void already.
    error AuctionNothingToVoid(uint256 upTo, uint256 voided);
    /// @notice The owner cannot buy its own item.
    error AuctionSelfTrade(address owner);
    /// @notice Only the owner accepts, and only the winner buys; anybody else settles by `acceptBid`.
    error AuctionCallerNotParty(address caller);
    /// @notice Only the exchange of the same proxy ends everything for an account, which asked it to.
    error AuctionCallerNotExchange(address caller);
    /// @notice Only its owner cancels an auction.
    error AuctionCallerNotOwner(address caller, address owner);
    /// @notice At most `most` losing bidders share.
    error AuctionRecipientsTooMany(uint256 count, uint256 most);
    /// @notice Recipients come in ascending order, so each of them once, without owner and winner.
    error AuctionRecipientInvalid(address recipient);
    /// @notice The seller would receive a single unit before dividends, or did not receive all: no pay token that can be
    /// traded in.
    error AuctionPaymentShort(address token, uint256 due);
    /// @notice The owner would receive less than it wants at least in `acceptBid`, or than a fee signer signed.
    error AuctionProceedsBelowLeast(uint256 proceeds, uint256 least);

    /// @notice Settles `order` with the bid of `buyer`, between its endTime and its expiredTime; for its buy-now total also before,
    /// from its start on. Sent by the owner, who accepts, or by `buyer`, who buys.
    /// @param sig the owner's, over `digest(order)`: EIP-712, or personal_sign of `prepareMessage(order)`
    /// @param buying the bid's total for the lot
    /// @param buyerSig the bidder's, over `bidDigest(order, buyer, buying, buyerFee)`, in either form
    /// @param recipients the losing bidders who share, in ascending order
    /// @param buyerFee bps that the bid pays on top
    /// @param buyerFeeSig a fee signer's, over `settlementDigest(order, buying, buyer, recipients, buyerFee)`
    function exchange(
        AuctionOrder calldata order,
        Sig calldata sig,
        uint256 buying,
        Sig calldata buyerSig,
        address[] calldata recipients,
        uint256 buyerFee,
        Sig calldata buyerFeeSig,
        address buyer
    ) external payable;

    /// @notice The same for parties with code of their own: what they signed goes to their ERC-1271 contract, unless it is a
    /// signature of 65 bytes (r, s, v) that counts by itself.
    function exchange(
        AuctionOrder calldata order,
        bytes calldata signature,
        uint256 buying,
        bytes calldata buyerSignature,
        address[] calldata recipients,
        uint256 buyerFee,
        Sig calldata buyerFeeSig,
        address buyer
    ) external payable;

    /// @notice The form of `exchange` that takes bytes, where the owner receives at least `leastProceeds` of the pay token: a
    /// royalty that rose in the meantime cannot take more from it. What counts is the transfer to the owner: `buying` less the
    /// seller fee, the royalties of others and the dividends, where what a recipient could not be paid counts as the owner's.
    /// The buyer fee is the winner's and is not counted. The owner names the least itself. Anybody else may call from the end of
    /// bids on, with the least that a fee signer signed: item and money go where they would go.
    /// @param signature the owner's: its ERC-1271 contract's, or the 65 bytes (r, s, v) of its key
    /// @param buyerFeeSig sent by the owner as for `exchange`; else a fee signer's over an OpenSettlement: the Settlement that
    /// `settlementDigest` covers, and `leastProceeds`
    /// @param leastProceeds base units; 0 accepts whatever is left, and `exchange` does the same
    function acceptBid(
        AuctionOrder calldata order,
        bytes calldata signature,
        uint256 buying,
        bytes calldata buyerSignature,
        address[] calldata recipients,
        uint256 buyerFee,
        Sig calldata buyerFeeSig,
        address buyer,
        uint256 leastProceeds
    ) external;

    /// @notice Ends every version of the caller's auction with this sequence number.
    function cancel(OrderKey calldata key) external;

    /// @notice Ends the caller's bids on this auction, `hashAuction` of it, whose total is not above `upTo`.
    function voidBids(bytes32 auction, uint256 upTo) external;

    /// @notice Ends all auctions of `account` and all its bids: what `endEverything` of the exchange does here. That one calls.
    /// @param epoch the account's from now on
    function endEverything(address account, uint256 epoch) external;

    /// @notice Sends the fees in `token` that its beneficiary could not receive to the beneficiary of now. Anybody may call.
    function withdrawTokens(address token) external;

    /// @notice The one address that items and pay tokens are approved for.
    function transferProxy() external view returns (address);

    /// @notice The same as `transferProxy`.
    function erc20TransferProxy() external view returns (address);

    /// @notice hashStruct(Auction), the id of an auction.
    function hashAuction(AuctionOrder calldata order) external pure returns (bytes32);

    /// @notice The 32 bytes that the owner's EIP-712 signature of `order` covers.
    function digest(AuctionOrder calldata order) external view returns (bytes32);

    /// @notice The 32 bytes that a bidder's EIP-712 signature covers: a Bid, or the EpochBid of an account that ended everything.
    function bidDigest(AuctionOrder calldata order, address bidder, uint256 buying, uint256 buyerFee) external view returns (bytes32);

    /// @notice The 32 bytes that a fee signer's EIP-712 signature covers, in the fee epoch of now.
    function settlementDigest(
        AuctionOrder calldata order,
        uint256 buying,
        address buyer,
        address[] calldata recipients,
        uint256 buyerFee
    ) external view returns (bytes32);

    /// @notice What the documented form personal_signs: the 64 lower-case hex characters of the digest.
    function prepareMessage(AuctionOrder calldata order) external view returns (string memory);

    /// @notice The same of a bid's digest.
    function prepareBuyerMessage(AuctionOrder calldata order, address bidder, uint256 buying, uint256 buyerFee)
        external
        view
        returns (string memory);

    /// @notice Whether the auction with this owner and salt is settled or cancelled, in any version.
    function isSpent(address owner, uint256 salt) external view returns (bool);

    /// @notice The account's epoch, see `epochOf` of the exchange.
    function epochOf(address account) external view returns (uint256);

    /// @notice The total up to which the bids of `bidder` on this auction are void.
    function voidedUpTo(address bidder, bytes32 auction) external view returns (uint256);
}
