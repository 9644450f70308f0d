// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuctionOrder} from "../../src/auction/AuctionTypes.sol";
import {IAuctionExchange} from "../../src/auction/IAuctionExchange.sol";
import {Asset, OrderKey, Sig} from "../../src/exchange/OrderTypes.sol";
import {ITransferProxy} from "../../src/transfer/ITransferProxy.sol";
import {Test} from "./Test.sol";
import {PlainERC1155, PlainERC20, PlainERC721, RoyaltyERC721} from "./PlainTokens.sol";

/// @notice One call of `exchange`, taken apart.
struct Settling {
    AuctionOrder order;
    Sig sig;
    uint256 total;
    Sig bidSig;
    address[] recipients;
    uint256 fee;
    Sig feeSig;
    address buyer;
    address caller;
    uint256 value;
}

/// @notice AuctionExchange and proxy as deployed; Alice auctions, Bob bids, the auction has just ended.
abstract contract AuctionBase is Test {
    uint256 internal constant START = 1_799_990_000;
    uint256 internal constant END = 1_800_000_000;
    uint256 internal constant EXPIRED = END + 72 hours;
    uint256 internal constant MINIMUM = 1 ether;
    uint256 internal constant TOTAL = 2 ether;
    uint256 internal constant FEE = 250;
    uint256 internal constant INITIAL_BALANCE = 1000 ether;
    bytes private constant SETTLEMENT_TYPE =
        "Settlement(bytes32 auction,uint256 buying,address buyer,address[] recipients,uint256 buyerFee,uint256 feeEpoch)";

    IAuctionExchange internal auction;
    ITransferProxy internal proxy;
    PlainERC721 internal nft;
    RoyaltyERC721 internal royal;
    PlainERC1155 internal multi;
    PlainERC20 internal pay;

    function setUp() public virtual {
        (auction, proxy) = deployed();
        nft = new PlainERC721();
        royal = new RoyaltyERC721(carol, 500);
        multi = new PlainERC1155();
        pay = new PlainERC20();
        nft.give(alice, 1);
        royal.give(alice, 1);
        multi.give(alice, 7, 100);
        approveAll(alice);
        approveAll(bob);
        approveAll(eve);
        pay.give(bob, INITIAL_BALANCE);
        pay.give(eve, INITIAL_BALANCE);
    }

    function deployed() internal returns (IAuctionExchange auction_, ITransferProxy proxy_) {
        address[] memory signers = new address[](1);
        signers[0] = feeSigner;
        address predicted = vm.computeCreateAddress(address(this), vm.getNonce(address(this)) + 1);
        bytes memory args = abi.encode(operator, predicted, treasury, signers, FEE, FEE);
        auction_ = IAuctionExchange(vm.deployCode("contracts/artifacts/AuctionExchange.json", args));
        proxy_ = ITransferProxy(vm.deployCode("contracts/artifacts/TransferProxy.json", abi.encode(address(0), auction_, address(0), address(0))));
    }

    function approveAll(address account) internal {
        vm.startPrank(account);
        nft.setApprovalForAll(address(proxy), true);
        royal.setApprovalForAll(address(proxy), true);
        multi.setApprovalForAll(address(proxy), true);
        pay.approve(address(proxy), type(uint256).max);
        vm.stopPrank();
    }

    function saltOf(uint256 number) internal pure returns (uint256) {
        return saltOf(number, START, EXPIRED);
    }

    function saltOf(uint256 number, uint256 start, uint256 expired) internal pure returns (uint256) {
        return (expired << 216) | (start << 176) | number;
    }

    /// @dev Alice auctions item 1 of `token` for at least 1 PAY.
    function anAuction(address token) internal view returns (AuctionOrder memory) {
        OrderKey memory key = OrderKey(alice, saltOf(5), Asset(token, 1, 3), Asset(address(pay), 0, 1));
        return AuctionOrder(key, 1, MINIMUM, END, EXPIRED, 0, FEE);
    }

    /// @dev The first `count` of the losing bidders, in ascending order.
    function losers(uint256 count) internal pure returns (address[] memory list) {
        list = new address[](count);
        for (uint256 i; i < count; ++i) {
            list[i] = address(uint160(0x10_0000 + i));
        }
    }

    /// @dev Alice accepts Bob's 2 PAY for `order`, all signed.
    function settlingOf(AuctionOrder memory order, address[] memory recipients) internal view returns (Settling memory s) {
        (s.order, s.total, s.recipients, s.fee, s.buyer, s.caller) = (order, TOTAL, recipients, FEE, bob, order.key.owner);
        resign(s);
    }

    function resign(Settling memory s) internal view {
        s.sig = signed(ALICE_KEY, auction.digest(s.order));
        s.bidSig = bidOf(BOB_KEY, s);
        s.feeSig = wordOf(FEE_KEY, s);
    }

    function bidOf(uint256 key, Settling memory s) internal view returns (Sig memory) {
        return signed(key, auction.bidDigest(s.order, s.buyer, s.total, s.fee));
    }

    function wordOf(uint256 key, Settling memory s) internal view returns (Sig memory) {
        return signed(key, auction.settlementDigest(s.order, s.total, s.buyer, s.recipients, s.fee));
    }

    /// @dev A fee signer's word that anybody may send.
    function openWordOf(uint256 key, Settling memory s, uint256 least) internal view returns (Sig memory) {
        return signed(key, openDigest(auction, s, least));
    }

    /// @dev By hand: the contract has no view of it.
    function openDigest(IAuctionExchange where, Settling memory s, uint256 least) internal view returns (bytes32) {
        bytes32 settlement = keccak256(
            abi.encode(
                keccak256(SETTLEMENT_TYPE),
                where.hashAuction(s.order),
                s.total,
                s.buyer,
                keccak256(abi.encodePacked(s.recipients)),
                s.fee,
                where.feeEpoch()
            )
        );
        bytes32 typeHash = keccak256(bytes.concat("OpenSettlement(Settlement settlement,uint256 leastProceeds)", SETTLEMENT_TYPE));
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Plinth Auction"),
                keccak256("1"),
                block.chainid,
                where
            )
        );
        return keccak256(abi.encodePacked("\x19\x01", domain, keccak256(abi.encode(typeHash, settlement, least))));
    }

    /// @dev Alice's acceptance for at least so much, or anybody's with that word.
    function acceptFor(Settling memory s, uint256 least) internal {
        bytes memory sig = joined(s.sig);
        bytes memory bidSig = joined(s.bidSig);
        vm.prank(s.caller);
        auction.acceptBid(s.order, sig, s.total, bidSig, s.recipients, s.fee, s.feeSig, s.buyer, least);
    }

    function settle(Settling memory s) internal {
        if (s.value != 0) vm.deal(s.caller, s.value);
        vm.prank(s.caller);
        auction.exchange{value: s.value}(s.order, s.sig, s.total, s.bidSig, s.recipients, s.fee, s.feeSig, s.buyer);
    }

    function settleReverts(Settling memory s, bytes memory why) internal {
        if (s.value != 0) vm.deal(s.caller, s.value);
        bool wasSpent = auction.isSpent(s.order.key.owner, s.order.key.salt);
        vm.expectRevert(why);
        vm.prank(s.caller);
        auction.exchange{value: s.value}(s.order, s.sig, s.total, s.bidSig, s.recipients, s.fee, s.feeSig, s.buyer);
        vm.assertTrue(wasSpent == auction.isSpent(s.order.key.owner, s.order.key.salt), "untouched");
    }

    /// @dev What every settlement ends with: it cannot happen again, and nothing is held.
    function assertOver(Settling memory s) internal {
        vm.assertTrue(auction.isSpent(s.order.key.owner, s.order.key.salt), "spent");
        vm.assertEq(pay.balanceOf(address(auction)), 0, "pay token held");
        vm.assertEq(pay.balanceOf(address(proxy)), 0, "pay token in the proxy");
        vm.assertEq(address(auction).balance + address(proxy).balance, 0, "coin held");
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionSpent.selector, alice, uint64(s.order.key.salt)));
    }
}
