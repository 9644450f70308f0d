// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Acceptance, Extra, Fill, Order, Sig} from "./OrderTypes.sol";

/// @notice The rare forms of the exchange. They are called at the exchange, whose fallback runs them in its module; their
/// errors and events stand in IExchange.
interface IExchangeForms {
    /// @notice `exchange` for owners with code of their own: `signature` goes to their ERC-1271 contract, unless it is one
    /// of 65 bytes (r, s, v) that counts by itself. An answer of the contract counts for this fill only. Bytes that end in
    /// BulkSignatures.MAGIC are a leaf of a tree of orders whose root its owner signed: as typed data, or by its contract.
    function exchange(
        Order calldata order,
        bytes calldata signature,
        uint256 buyerFee,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address buyer
    ) external payable;

    /// @notice `exchange` for a sale of asset type 5, which mints the item first, see ISettlementMint. Later fills of an
    /// ERC1155 move what the creator has left, like type 2, and need its approval.
    /// @param voucher the fields of the collection's SettlementVoucher, ABI encoded one after the other
    function exchange(
        Order calldata order,
        Sig calldata sig,
        uint256 buyerFee,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address buyer,
        bytes calldata voucher
    ) external payable;

    /// @notice The two forms above at once.
    function exchange(
        Order calldata order,
        bytes calldata signature,
        uint256 buyerFee,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address buyer,
        bytes calldata voucher
    ) external payable;

    /// @notice Fills a bid as `exchange` does, for at least `leastProceeds` of its money: a royalty that rose since the caller
    /// looked cannot take more from it. Refuses a sale, whose caller would pay.
    /// @param receiver who receives the proceeds; zero for the caller
    function acceptBid(
        Order calldata order,
        Sig calldata sig,
        uint256 buyerFee,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address receiver,
        uint256 leastProceeds
    ) external;

    /// @notice The same for bidders with code of their own, see the form of `exchange` that takes bytes.
    function acceptBid(
        Order calldata order,
        bytes calldata signature,
        uint256 buyerFee,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address receiver,
        uint256 leastProceeds
    ) external;

    /// @notice `acceptBid` for a bid on any item of a set, see Criteria: its terms are 1, the id of its bought asset is the root
    /// of the ids that it takes (zero: any), and `buying` its units. A unit of an ERC721 is one item, so `amount` is one unit's.
    /// The bid is a CriteriaBid to its maker's wallet, signed or registered.
    /// @param tokenId the caller's item
    /// @param proof that its id is under the root; empty where the root is zero, or is the leaf of this id
    function acceptCriteriaBid(
        Order calldata order,
        bytes calldata signature,
        uint256 buyerFee,
        Sig calldata buyerFeeSig,
        uint256 amount,
        address receiver,
        uint256 leastProceeds,
        uint256 tokenId,
        bytes32[] calldata proof
    ) external;

    /// @notice Accepts at most 50 bids, each as a whole or not at all: what is spent, lacks its money, or brings less than its
    /// least is skipped; where the gas does not suffice for one more the call ends.
    /// @dev A gas estimate finds the least gas that passes, as for `sweep`.
    /// @param receiver who receives all proceeds; zero for the caller
    /// @param leastFills with fewer the call reverts; 0 and 1 both ask for one
    /// @return done which were accepted
    function acceptBids(Acceptance[] calldata bids, address receiver, uint256 leastFills) external returns (bool[] memory done);

    /// @notice Fills sales for one money, coin or an ERC20, each as a whole or not at all. What is spent, or cannot be paid or
    /// moved, is skipped; where the gas does not suffice for one more fill the sweep ends. The coin that is left goes back to
    /// the caller.
    /// Coin: each seller and creator is paid once, at the end. An ERC20: each seller by its fill; the beneficiary and each creator
    /// by the first fill that reaches it, then once more at the end, with the sum of the other fills. What it refuses then is
    /// held as a fee is, see `withdrawTokens`. A caller that has or allows too little for the sums reverts the sweep.
    /// @dev A gas estimate finds the least gas that passes, so with a low `leastFills` it skips lines: send a limit of your own.
    /// @param buyer who receives the items; zero for the caller
    /// @param leastFills with fewer fills the sweep reverts; 0 and 1 both ask for one
    /// @return done which were filled
    function sweep(Fill[] calldata fills, address buyer, uint256 leastFills) external payable returns (bool[] memory done);

    /// @notice `sweep` where some lines need more than their Fill says.
    /// @param extras in the order of their lines, at most one for each
    function sweepWith(Fill[] calldata fills, Extra[] calldata extras, address buyer, uint256 leastFills)
        external
        payable
        returns (bool[] memory done);

    /// @notice Signs an order of the caller's by transaction: it counts without a signature until it is filled or cancelled.
    function register(Order calldata order) external;

    /// @notice Ends every order of the caller whose bit is set: number 256 * word + i for each bit i of its mask. What is
    /// over already stays so.
    function cancelMany(uint256[] calldata words, uint256[] calldata masks) external;

    /// @notice Ends all that the caller ever signed or registered here and at the auctions of the same proxy: sales, bids, offers,
    /// auctions, and bids on auctions, whatever their numbers, also those that the market does not know. What is signed from now on
    /// carries the caller's new epoch, see `epochOf`.
    function endEverything() external;

    /// @notice Sends the fees in `token` that its beneficiary could not receive to the beneficiary of now. Anybody may call.
    function withdrawTokens(address token) external;

    /// @notice The 32 bytes that an EIP-712 signature of `order` covers, whatever its terms.
    /// @param taker of a private sale; else of no account
    function digestByTerms(Order calldata order, address taker) external view returns (bytes32);

    /// @notice Zero for an account that never ended everything; else the bits 63-24 of each number of 1,024 and more that counts.
    /// It stands in the account's bids on auctions, too.
    function epochOf(address owner) external view returns (uint256);

    /// @notice Whether its owner registered exactly this order; it may be over since.
    function isRegistered(Order calldata order) external view returns (bool);
}
