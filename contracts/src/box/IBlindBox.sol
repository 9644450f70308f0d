// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Sig} from "../exchange/OrderTypes.sol";
import {IFees} from "../fees/IFees.sol";
import {IPayouts} from "../fees/IPayouts.sol";
import {Box, BoxOrder, Request} from "./BoxTypes.sol";

/// @notice Boxes whose draw no account can choose and any account can check. Their owner puts prizes and a bond here and commits
/// to a hash chain; a buyer pays and waits; the chain's next block and the next pre-image decide, in the order of the requests.
/// A reveal that is missed costs the owner the bond and gives the buyer its payment back. What an account must receive
/// and can't waits for it; nothing that it does holds up a draw.
interface IBlindBox is IFees, IPayouts {
    /// @notice A request, as documented: `buyValue` is the price of all boxes of the series, `amount` the boxes.
    event Open(
        address indexed owner, address buyToken, uint256 buyTokenId, uint256 buyValue, address buyer, uint256 amount, uint256 salt
    );
    /// @notice A prize that was drawn, by its place among the kinds; one for each, in the order of the draw.
    event OpenIndex(uint256 index);

    event BoxRegistered(bytes32 indexed box, address indexed owner, BoxOrder order, uint256 bondEach);
    /// @notice Requests `first` to before `end` are drawn with the pre-images of `anchor`, one after the other.
    event ChainCommitted(bytes32 indexed box, bytes32 anchor, uint256 first, uint256 end);
    event BondDeposited(bytes32 indexed box, address indexed from, uint256 amount);
    event BondWithdrawn(bytes32 indexed box, address indexed to, uint256 amount);
    /// @notice Beside Open: which request it is. `fee` is the buyer fee in bps.
    event Requested(bytes32 indexed box, uint256 indexed request, address indexed buyer, uint256 boxes, uint256 fee);
    /// @notice All that the draw was made of, but for what was left. Its OpenIndex events follow.
    event Revealed(bytes32 indexed box, uint256 indexed request, bytes32 preimage, bytes32 blockHash);
    /// @notice The reveal was missed: payment and bond went back, and the series is stopped.
    event Refunded(bytes32 indexed box, uint256 indexed request, address indexed buyer, uint256 boxes);
    /// @notice The owner shows what it withheld from the `count` requests from `first` on: `preimage` is the last one's, its
    /// hash the one's before, and so on. It shows what each of them would have drawn.
    event Withheld(bytes32 indexed box, uint256 first, uint256 count, bytes32 preimage);
    /// @notice `count` prizes of `kind`, or tickets (kind 255), could not be delivered and wait for `account`.
    event PrizeKept(bytes32 indexed box, address indexed account, uint256 kind, uint256 count);
    event PrizeCollected(bytes32 indexed box, address indexed account, uint256 kind, uint256 count, address to);
    /// @notice `account` can't take `amount` of an ERC20, which waits for it.
    event TokensCredited(address indexed token, address indexed account, uint256 amount);
    event TokensClaimed(address indexed token, address indexed account, address indexed to, uint256 amount);
    /// @notice What was not drawn went back to the owner.
    event PrizesTakenBack(bytes32 indexed box, uint256 kind, uint256 count);

    /// @notice No series is registered by this id.
    error BoxUnknown(bytes32 box);
    error BoxExists(bytes32 box);
    error BoxCallerNotOwner(address caller, address owner);
    /// @notice One to 100 kinds, each with its amount and uri. Permanent.
    error BoxKindsInvalid(uint256 kinds, uint256 amounts, uint256 uris);
    /// @notice 1 to 65,535 copies, one of an ERC721, and without repetition at most one for each box. Permanent.
    error BoxAmountInvalid(uint256 kind, uint256 amount);
    /// @notice Prizes that do not fill whole boxes of 1 to 100. Permanent.
    error BoxStockInvalid(uint256 prizes, uint256 opening);
    /// @notice No item, or one that this contract can't mint so. Permanent.
    error BoxPrizeInvalid(uint256 kind);
    /// @notice The prize did not arrive, or lay here before.
    error BoxPrizeMissing(uint256 kind);
    /// @notice Neither coin, an ERC20, nor a ticket; or an ERC721 ticket for other than one box. Permanent.
    error BoxMoneyInvalid(address token, uint256 tokenId, uint8 assetType);
    /// @notice Zero, above 2^96, or no whole multiple of the boxes. Permanent.
    error BoxPriceInvalid(uint256 total, uint256 boxes);
    /// @notice An end before the start, or in the past. Permanent.
    error BoxTimesInvalid(uint256 startTime, uint256 endTime);
    error BoxBondTooLow(uint256 bondEach, uint256 price);
    error BoxChainInvalid();
    error BoxNotStarted(uint256 startTime);
    error BoxNotEnded(uint256 endTime);
    /// @notice Permanent.
    error BoxEnded(uint256 endTime);
    /// @notice No box at all, more than 100 prizes at once, or, without repetition, boxes times kinds above 1,500.
    error BoxQuantityInvalid(uint256 boxes);
    /// @notice Fewer boxes are left, those that are waited for not counted.
    error BoxSoldOut(uint256 left);
    /// @notice A reveal was missed; the owner has to commit to a new chain.
    error BoxStopped(bytes32 box);
    /// @notice `request` could have been drawn for more than 10 blocks. Temporary: it is drawn, or refunded.
    error BoxDrawOverdue(uint256 request);
    /// @notice The owner has no pre-image for this request.
    error BoxChainUsedUp(uint256 end);
    /// @notice The bond does not cover what is waited for.
    error BoxBondShort(uint256 bond, uint256 needed);
    /// @notice A ticket is paid without a fee.
    error BoxTicketFee(uint256 fee);
    /// @notice The coin sent must be exactly the coin due.
    error BoxValueWrong(uint256 sent, uint256 due);
    /// @notice The money did not arrive in full: no pay token that can be traded in.
    error BoxPaymentShort(address token, uint256 due);
    error BoxNothingPending(bytes32 box);
    /// @notice Requests wait, for a reveal or their refund.
    error BoxPending(uint256 boxes);
    /// @notice The block that decides is not there yet.
    error BoxRevealEarly(uint256 blockNumber);
    /// @notice Only a refund is possible since `time`.
    error BoxRevealLate(uint256 time);
    /// @notice What the owner committed to is not its hash; or it is shown as withheld where nothing was.
    error BoxPreimageWrong(bytes32 preimage);
    /// @notice The chain has forgotten the block that decides; a refund will come.
    error BoxBlockHashGone(uint256 blockNumber);
    error BoxRefundEarly(uint256 time);
    /// @notice Fewer of this kind wait for `account`.
    error BoxNothingKept(address account, uint256 kind, uint256 count);
    /// @notice `to` did not take it.
    error BoxDeliveryRefused(address to, uint256 kind);
    /// @notice The module runs inside the boxes only.
    error BoxModuleCalledDirectly();
    /// @notice Too little gas is left to give a receiver its fair share; send the same transaction with more.
    error BoxGasTooLow(uint256 left);

    /// @notice Pays for `boxes` boxes at the default buyer fee, without fee for a ticket.
    function open(bytes32 box, uint256 boxes) external payable;

    /// @notice The documented form: the same for `buyer` (zero: the caller), at the buyer fee that a fee signer signed.
    /// The second argument is not looked at, since the owner itself registered this very series.
    function open(BoxOrder calldata order, Sig calldata sig, uint256 buyerFee, Sig calldata buyerFeeSig, uint256 amount, address buyer)
        external
        payable;

    /// @notice Draws the oldest request of `box` and delivers; from the second block after it, within 30 minutes. Anybody who
    /// knows the pre-image.
    function reveal(bytes32 box, bytes32 preimage) external;

    /// @notice Gives the oldest request's buyer its payment and the bond, 30 minutes after it, at once where the series is
    /// stopped already. Anybody may.
    function refund(bytes32 box) external;

    /// @notice Delivers what waits for `account`: `account` itself names any `to`; anybody may push it to `account`.
    function collect(bytes32 box, uint256 kind, uint256 count, address account, address to) external;

    /// @notice The same for an ERC20.
    function claimTokens(address token, address account, address to) external;

    /// @notice The code that runs what the owner of a series does, see IBoxSeries: made by this contract, for ever.
    function module() external view returns (address);

    /// @notice The one address that pay tokens, tickets and prizes are approved for.
    function transferProxy() external view returns (address);

    /// @notice The same as `transferProxy`.
    function erc20TransferProxy() external view returns (address);

    /// @notice All zero where `box` is not registered.
    function boxOf(bytes32 box) external view returns (Box memory);

    /// @notice A request that waits; all zero once it is drawn or refunded.
    function requestOf(bytes32 box, uint256 request) external view returns (Request memory);

    /// @notice Requests refunded since the last commitment: their pre-images are still withheld.
    function missedOf(bytes32 box) external view returns (uint256);

    /// @notice Copies of each kind that are not drawn.
    function leftOf(bytes32 box) external view returns (uint256[] memory);

    /// @notice Prizes of `kind`, tickets for 255, that wait for `account`.
    function kept(bytes32 box, address account, uint256 kind) external view returns (uint256);

    /// @notice Units of an ERC20 that wait for `account`.
    function claimableTokens(address token, address account) external view returns (uint256);
}
