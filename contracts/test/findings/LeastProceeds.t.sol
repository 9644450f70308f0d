// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {IExchange} from "../../src/exchange/IExchange.sol";
import {Order, Sig} from "../../src/exchange/OrderTypes.sol";
import {ExchangeBase} from "../base/ExchangeBase.sol";
import {OldERC20} from "../base/Tokens.sol";

/// @notice A collection whose owner changes the royalty when it likes.
contract TurningRoyalty is ERC721("Turning", "TRN") {
    address internal _to;
    uint256 internal _bps;

    function give(address to, uint256 id) external {
        _mint(to, id);
    }

    function set(address to, uint256 bps) external {
        (_to, _bps) = (to, bps);
    }

    function royaltyInfo(uint256, uint256 price) external view virtual returns (address, uint256) {
        return (_to, price * _bps / 10_000);
    }
}

/// @notice A royalty that rises after the holder looked at a bid and before it is accepted.
contract LeastProceedsTest is ExchangeBase {
    TurningRoyalty private token;

    function setUp() public override {
        super.setUp();
        token = new TurningRoyalty();
        token.give(alice, 1);
        vm.prank(alice);
        token.setApprovalForAll(address(proxy), true);
    }

    function acceptFor(uint256 least, address receiver) private {
        Order memory order = aBid(address(token));
        Sig memory sig = makerSig(BOB_KEY, order);
        vm.prank(alice);
        exchange.acceptBid(order, sig, FEE, none(), PRICE, receiver, least);
    }

    function acceptForReverts(uint256 least, uint256 proceeds) private {
        Order memory order = aBid(address(token));
        Sig memory sig = makerSig(BOB_KEY, order);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeProceedsBelowLeast.selector, proceeds, least));
        vm.prank(alice);
        exchange.acceptBid(order, sig, FEE, none(), PRICE, address(0), least);
        vm.assertEq(token.ownerOf(1), alice, "unmoved");
        vm.assertTrue(!exchange.isSpent(bob, order.key.salt), "open");
    }

    /// [F-11]
    function test_F11_RevertWhen_TheRoyaltyRose() public {
        token.set(eve, 1000);
        acceptForReverts(0.975 ether, 0.875 ether);
        vm.assertEq(pay.balanceOf(eve), 0, "nothing for the collection");
    }

    /// [F-11]
    function test_F11_WhenTheProceedsAreExact() public {
        token.set(eve, 1000);
        acceptForReverts(0.875 ether + 1, 0.875 ether);
        acceptFor(0.875 ether, address(0));
        vm.assertEq(pay.balanceOf(alice), 0.875 ether, "what the holder named");
    }

    /// [F-11] What a creator refuses stays with the seller, and counts.
    function test_F11_WhenTheRoyaltyIsRefused() public {
        OldERC20 money_ = new OldERC20();
        money_.give(bob, 10 ether);
        money_.setBlocked(eve);
        vm.prank(bob);
        money_.approve(address(proxy), type(uint256).max);
        token.set(eve, 1000);
        Order memory order = aBid(address(token));
        order.key.sellAsset.token = address(money_);
        Sig memory sig = makerSig(BOB_KEY, order);
        vm.prank(alice);
        exchange.acceptBid(order, sig, FEE, none(), PRICE, carol, 0.975 ether);
        vm.assertEq(money_.balanceOf(carol), 0.975 ether, "to the receiver");
    }

    /// [F-11]
    function test_F11_WhenNoLeastIsNamed() public {
        token.set(eve, 1000);
        acceptFor(0, address(0));
        vm.assertEq(pay.balanceOf(alice), 0.875 ether, "as the documented form");
    }

    function signedSale() private view returns (Sig memory) {
        Order memory order = aSale(address(token));
        order.key.buyAsset = money();
        return makerSig(ALICE_KEY, order);
    }

    /// @dev Alice sells item 1 for 1 PAY, which Bob would pay.
    function aSaleForMoney() private returns (Order memory order) {
        order = aSale(address(token));
        order.key.buyAsset = money();
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeBidExpected.selector, 3));
    }

    /// [F-11] What the caller named as its least would be the maker's, and the caller would pay.
    function test_F11_RevertWhen_TheOrderIsASale() public {
        Sig memory sig = signedSale();
        Order memory order = aSaleForMoney();
        vm.prank(bob);
        exchange.acceptBid(order, sig, FEE, none(), 1, address(0), 0.975 ether);
        vm.assertEq(pay.balanceOf(bob), 1000 ether, "unpaid");
    }

    /// [F-11] The same by the form for makers with code of their own.
    function test_F11_RevertWhen_TheOrderIsASaleByBytes() public {
        Sig memory sig = signedSale();
        Order memory order = aSaleForMoney();
        vm.prank(bob);
        exchange.acceptBid(order, abi.encodePacked(sig.r, sig.s, sig.v), FEE, none(), 1, address(0), 0.975 ether);
        vm.assertEq(pay.balanceOf(bob), 1000 ether, "unpaid");
    }

    /// [F-11] One transaction: the least of one accept is no least of the next fill.
    /// forge-config: default.isolate = false
    function test_F11_LeavesNoLeastBehind() public {
        acceptFor(0.975 ether, address(0));
        nft.give(bob, 60);
        Order memory order = aBid(address(nft));
        order.key.salt = saltOf(10, 0, 0, FEE);
        order.selling = PRICE / 10;
        accept(order, PRICE / 10);
        vm.assertEq(nft.ownerOf(1), bob, "accepted for less");
    }

    /// [F-11] The same of the form that takes bytes.
    /// forge-config: default.isolate = false
    function test_F11_LeavesNoLeastBehindByBytes() public {
        Order memory order = aBid(address(token));
        bytes memory signature = joined(makerSig(BOB_KEY, order));
        vm.prank(alice);
        exchange.acceptBid(order, signature, FEE, none(), PRICE, address(0), 0.975 ether);
        nft.give(bob, 60);
        order = aBid(address(nft));
        order.key.salt = saltOf(10, 0, 0, FEE);
        order.selling = PRICE / 10;
        accept(order, PRICE / 10);
        vm.assertEq(nft.ownerOf(1), bob, "accepted for less");
    }

    /// [F-11]
    function testFuzz_F11_PaysTheLeastOrNothing(uint256 bps, uint256 least) public {
        bps = bound(bps, 0, 12_000);
        token.set(eve, bps);
        uint256 proceeds = PRICE - PRICE * FEE / 10_000 - PRICE * (bps < 1000 ? bps : 1000) / 10_000;
        least = bound(least, 0, PRICE);
        if (least > proceeds) return acceptForReverts(least, proceeds);
        acceptFor(least, address(0));
        vm.assertEq(pay.balanceOf(alice), proceeds, "as computed");
    }
}
