// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchangeForms} from "../../src/exchange/IExchangeForms.sol";
import {Fill, Order, Sig} from "../../src/exchange/OrderTypes.sol";
import {IPayouts} from "../../src/fees/IPayouts.sol";
import {AuctionBase, Settling} from "../base/AuctionBase.sol";
import {ExchangeBase} from "../base/ExchangeBase.sol";
import {HostilePayee, Mood} from "../base/Hostile.sol";
import {IAcceptBySig} from "../base/IExchangeForms.sol";
import {RoyaltyERC721} from "../base/PlainTokens.sol";
import {HostileMover} from "../base/Wallet.sol";
import {TurningRoyalty} from "./LeastProceeds.t.sol";

/// @notice Acts once, when an item arrives.
contract ActingReceiver {
    address private _target;
    bytes private _call;
    uint256 private _burns;
    bool public passed;

    function set(address target, bytes calldata call_, uint256 burns) external {
        (_target, _call, _burns) = (target, call_, burns);
    }

    function act(address to, bytes calldata data) external {
        (bool ok,) = to.call(data);
        require(ok);
    }

    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return this.isValidSignature.selector;
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        if (_target != address(0)) (passed,) = _target.call(_call);
        for (uint256 left = gasleft(); left - gasleft() < _burns;) {}
        return this.onERC721Received.selector;
    }
}

/// @notice The receiver of an item, and its collection, run before anybody is paid.
contract ReceiverFirstTest is ExchangeBase {
    HostilePayee private receiver;
    ActingReceiver private bidder;

    function setUp() public override {
        super.setUp();
        receiver = new HostilePayee();
        bidder = new ActingReceiver();
        pay.give(address(bidder), 1.025 ether);
        bidder.act(address(pay), abi.encodeCall(pay.approve, (address(proxy), type(uint256).max)));
    }

    /// @dev Bob buys for the receiver, while a creator has a credit that it could claim.
    function buyWith(bytes memory call_) private {
        HostilePayee creator = new HostilePayee();
        creator.set(Mood.Refuse);
        RoyaltyERC721 token = new RoyaltyERC721(address(creator), 500);
        token.give(alice, 1);
        token.give(alice, 2);
        vm.prank(alice);
        token.setApprovalForAll(address(proxy), true);
        Order memory order = aSale(address(token));
        buy(order, 1);
        (order.key.salt, order.key.sellAsset.tokenId) = (saltOf(6), 2);
        receiver.reenter(exchange, call_);
        Sig memory sig = makerSig(ALICE_KEY, order);
        uint256 before = alice.balance;
        vm.prank(bob);
        exchange.exchange{value: 1.025 ether}(order, sig, FEE, none(), 1, address(receiver));
        vm.assertTrue(!receiver.entered(), "refused");
        vm.assertEq(bytes32(receiver.why()), bytes32(IPayouts.PayoutReentered.selector), "by the guard");
        vm.assertEq(receiver.balanceSeen(), 0.05 ether + receiver.claimableSeen() + 1.025 ether, "fees, credits and all of the price");
        vm.assertEq(alice.balance - before, 0.925 ether, "seller");
        vm.assertEq(exchange.claimable(address(creator)), 0.1 ether, "creator");
        vm.assertEq(address(exchange).balance, 0.2 ether, "fees and credits");
    }

    function test_RevertWhen_TheReceiverWithdraws() public {
        buyWith(abi.encodeCall(IPayouts.withdraw, ()));
    }

    function test_RevertWhen_TheReceiverClaims() public {
        buyWith(abi.encodeCall(IPayouts.claim, (address(receiver), address(receiver))));
    }

    function test_RevertWhen_TheReceiverSweeps() public {
        buyWith(abi.encodeCall(IExchangeForms.sweep, (new Fill[](0), address(0), 0)));
    }

    function test_RevertWhen_TheReceiverAcceptsABid() public {
        Order memory bid = aBid(address(nft));
        buyWith(abi.encodeCall(IAcceptBySig.acceptBid, (bid, makerSig(BOB_KEY, bid), FEE, none(), PRICE, address(receiver), 1)));
    }

    /// The coin of all payees lies in the exchange while a collection moves its item.
    function test_RevertWhen_TheCollectionWithdraws() public {
        HostileMover mover = new HostileMover();
        mover.give(alice, 1);
        vm.prank(alice);
        mover.setApprovalForAll(address(proxy), true);
        mover.reenter(address(exchange), abi.encodeCall(IPayouts.withdraw, ()));
        buy(aSale(address(mover)), 1);
        vm.assertTrue(!mover.entered(), "refused");
        vm.assertEq(alice.balance, 0.975 ether, "seller");
        vm.assertEq(address(exchange).balance, 0.05 ether, "fees");
    }

    /// A bidder that has the item and spends its money: nothing has happened.
    function test_RevertWhen_TheBidderSpendsItsMoney() public {
        Order memory order = aBid(address(nft));
        order.key.owner = address(bidder);
        bidder.set(address(pay), abi.encodeCall(pay.transfer, (eve, 1)), 0);
        vm.expectRevert(abi.encodeWithSignature("ERC20InsufficientBalance(address,uint256,uint256)", bidder, 0.975 ether - 1, 0.975 ether));
        vm.prank(alice);
        exchange.exchange(order, "yes", FEE, none(), PRICE, address(0));
        vm.assertEq(nft.ownerOf(1), alice, "item");
        vm.assertEq(pay.balanceOf(address(bidder)), 1.025 ether, "money");
    }

    /// The bidder owns the collection and raises its royalty to itself once it has the item.
    function test_WhenTheBidderRaisesTheRoyalty() public {
        TurningRoyalty token = new TurningRoyalty();
        token.give(alice, 1);
        vm.prank(alice);
        token.setApprovalForAll(address(proxy), true);
        Order memory order = aBid(address(token));
        order.key.owner = address(bidder);
        bidder.set(address(token), abi.encodeCall(token.set, (address(bidder), 1000)), 0);
        vm.prank(alice);
        exchange.acceptBid(order, "yes", FEE, none(), PRICE, address(0), 0.975 ether);
        vm.assertTrue(bidder.passed(), "raised");
        vm.assertEq(pay.balanceOf(alice), 0.975 ether, "as it was before");
    }
}

/// @notice The same of an auction's winner.
contract WinnerFirstTest is AuctionBase {
    ActingReceiver private winner;

    function setUp() public override {
        super.setUp();
        winner = new ActingReceiver();
        pay.give(address(winner), 2.05 ether);
        winner.act(address(pay), abi.encodeCall(pay.approve, (address(proxy), type(uint256).max)));
    }

    function aSettling(address token) private view returns (Settling memory s) {
        s = settlingOf(anAuction(token), losers(2));
        (s.buyer, s.order.encourage) = (address(winner), 1000);
        resign(s);
    }

    function accept(Settling memory s, uint256 least, uint256 gas_) private returns (bool ok, bytes memory answer) {
        bytes memory sig = abi.encodePacked(s.sig.r, s.sig.s, s.sig.v);
        bytes memory data = abi.encodeCall(
            auction.acceptBid, (s.order, sig, s.total, "yes", s.recipients, s.fee, s.feeSig, s.buyer, least)
        );
        vm.prank(alice);
        (ok, answer) = address(auction).call{gas: gas_}(data);
    }

    function test_RevertWhen_TheWinnerSpendsItsMoney() public {
        winner.set(address(pay), abi.encodeCall(pay.transfer, (eve, 1)), 0);
        (bool ok, bytes memory answer) = accept(aSettling(address(nft)), 0, 5_000_000);
        vm.assertTrue(!ok, "refused");
        vm.assertEq(bytes32(bytes4(answer)), bytes32(bytes4(keccak256("ERC20InsufficientBalance(address,uint256,uint256)"))), "reason");
        vm.assertEq(nft.ownerOf(1), alice, "item");
    }

    function test_WhenTheWinnerRaisesTheRoyalty() public {
        TurningRoyalty token = new TurningRoyalty();
        token.give(alice, 1);
        vm.prank(alice);
        token.setApprovalForAll(address(proxy), true);
        winner.set(address(token), abi.encodeCall(token.set, (address(winner), 1000)), 0);
        (bool ok,) = accept(aSettling(address(token)), 1.75 ether, 5_000_000);
        vm.assertTrue(ok && winner.passed(), "raised");
        vm.assertEq(pay.balanceOf(alice), 1.75 ether, "as it was before");
    }

    /// A winner that burns gas, and a sender that gives as little as it likes: every payee is paid, or nothing happens.
    function testFuzz_WhenTheWinnerBurnsGas(uint256 gas_, uint256 burns) public {
        winner.set(address(0), "", bound(burns, 0, 400_000));
        Settling memory s = aSettling(address(royal));
        (bool ok,) = accept(s, 0, bound(gas_, 100_000, 1_200_000));
        vm.assertEq(pay.balanceOf(carol), ok ? 0.1 ether : 0, "creator");
        vm.assertEq(pay.balanceOf(s.recipients[0]) + pay.balanceOf(s.recipients[1]), ok ? 0.2 ether : 0, "shares");
        vm.assertEq(pay.balanceOf(treasury), ok ? 0.1 ether : 0, "fees");
        vm.assertEq(royal.ownerOf(1), ok ? address(winner) : alice, "item");
    }
}
