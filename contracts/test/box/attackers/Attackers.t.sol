// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {IPayouts} from "../../../src/fees/IPayouts.sol";
import {BoxBase, IBalance} from "../../base/BoxBase.sol";
import {HostilePayee, Mood} from "../../base/Hostile.sol";
import {BurningReceiver, CheatingOpener} from "./Openers.sol";

contract BoxAttackersTest is BoxBase {
    bytes4 private constant OPEN = bytes4(keccak256("open(bytes32,uint256)"));

    function openBy(HostilePayee buyer, bytes32 id, uint256 boxes) private {
        buyer.act{value: boxes * DUE}(address(box), abi.encodeWithSelector(OPEN, id, boxes));
    }

    function editions() private view returns (BoxOrder memory order) {
        Asset[] memory kinds = new Asset[](1);
        kinds[0] = Asset(address(multi), 7, 2);
        order = single(coin(), kinds);
        (order.assetAmounts[0], order.buying) = (10, 10 * PRICE);
    }

    /// It would take only editions: what it does not take waits, and the draw stands.
    function test_WhenTheOpenerRevertsOnABadDraw() public {
        bytes32 id = registered(aBox(coin()));
        CheatingOpener cheat = new CheatingOpener();
        vm.deal(address(cheat), 100 ether);
        cheat.open{value: 5 * DUE}(box, id, 5);
        mine(2);
        reveal(id, 0);
        uint256 had = multi.balanceOf(address(cheat), 7);
        uint256 waits = box.kept(id, address(cheat), 1) + box.kept(id, address(cheat), 2);
        vm.assertEq(had + waits, 10, "all drawn");
        vm.assertGe(waits, 4, "the bad ones, too");
        vm.assertEq(IBalance(address(prizes)).balanceOf(address(cheat)), 0, "as it wished");
        vm.assertEq(sum(box.leftOf(id)), 10, "none goes back");
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxNothingPending.selector, id));
        reveal(id, 0);
    }

    /// Even a reveal of its own ends as any other.
    function test_WhenTheOpenerRevealsItself() public {
        bytes32 id = registered(aBox(coin()));
        CheatingOpener cheat = new CheatingOpener();
        vm.deal(address(cheat), 100 ether);
        cheat.open{value: DUE}(box, id, 1);
        mine(2);
        vm.prank(address(cheat));
        reveal(id, 0);
        vm.assertEq(sum(box.leftOf(id)), 18, "drawn");
    }

    function test_WhenTheOwnerMovesThePrizes() public {
        bytes32 id = registered(editions());
        vm.startPrank(alice);
        multi.safeTransferFrom(alice, carol, 7, 990, "");
        multi.setApprovalForAll(address(proxy), false);
        vm.expectRevert(abi.encodeWithSignature("ERC1155MissingApprovalForAll(address,address)", alice, box));
        multi.safeTransferFrom(address(box), alice, 7, 1, "");
        vm.stopPrank();
        drawn(bob, id, 10);
        vm.assertEq(multi.balanceOf(bob, 7), 10, "all there");
    }

    /// Withholding always costs the bond; what the owner would have earned stays with the buyer.
    function test_WhenTheOwnerWithholds() public {
        bytes32 id = registered(aBox(coin()));
        uint256 had = alice.balance;
        for (uint256 i; i < 3; ++i) {
            openAs(bob, id, 2);
            mine(2);
            vm.warp(vm.getBlockTimestamp() + 30 minutes);
            box.refund(id);
            vm.prank(alice);
            box.commit(id, preimage(0), anchor(), CHAIN);
        }
        vm.assertEq(bob.balance, 1006 ether, "bond of six boxes");
        vm.prank(alice);
        box.withdrawBond(id, 4 ether);
        vm.assertEq(alice.balance, had + 4 ether, "what is left of it");
    }

    function test_WhenTheReceiverCallsBack() public {
        bytes32 id = registered(aBox(coin()));
        bytes[10] memory calls = [
            abi.encodeCall(box.reveal, (id, preimage(1))),
            abi.encodeCall(box.refund, (id)),
            abi.encodeCall(box.collect, (id, 0, 1, address(this), address(this))),
            abi.encodeWithSelector(OPEN, id, 1),
            abi.encodeCall(box.depositBond, (id, 1)),
            abi.encodeCall(box.withdrawBond, (id, 1)),
            abi.encodeCall(box.withdraw, ()),
            abi.encodeCall(box.claim, (address(this), address(this))),
            abi.encodeCall(box.claimTokens, (address(pay), address(this), address(this))),
            abi.encodeCall(box.takeBack, (id, new uint256[](1)))
        ];
        for (uint256 i; i < calls.length; ++i) {
            HostilePayee winner = new HostilePayee();
            winner.reenter(IExchange(address(box)), calls[i]);
            openBy(winner, id, 1);
            mine(2);
            reveal(id, i);
            vm.assertTrue(!winner.entered() && winner.why() == IPayouts.PayoutReentered.selector, "shut");
            vm.assertEq(prizesOf(address(winner)), 2, "delivered");
        }
    }

    /// @dev Ten boxes of one edition each, with a bond for all.
    function ownedBy(HostilePayee owner) private returns (bytes32 id) {
        multi.give(address(owner), 7, 10);
        owner.act(address(multi), abi.encodeCall(multi.setApprovalForAll, (address(proxy), true)));
        BoxOrder memory order = editions();
        order.key.owner = address(owner);
        owner.act(address(box), abi.encodeCall(box.register, (order, anchor(), CHAIN, PRICE)));
        id = box.hashBox(order);
        bonded(id, 10 ether);
    }

    function test_WhenTheOwnerCallsBackOrRefuses() public {
        HostilePayee owner = new HostilePayee();
        bytes32 id = ownedBy(owner);
        owner.reenter(IExchange(address(box)), abi.encodeCall(box.withdrawBond, (id, 9 ether)));
        drawn(bob, id, 1);
        vm.assertTrue(!owner.entered() && owner.why() == IPayouts.PayoutReentered.selector, "shut");
        vm.assertEq(address(owner).balance, 0.975 ether, "paid");
        owner.reenter(IExchange(address(0)), "");
        for (uint256 mood = 1; mood <= 3; ++mood) {
            owner.set(Mood(mood));
            drawn(bob, id, 1);
            vm.assertEq(box.claimable(address(owner)), mood * 0.975 ether, "credited");
        }
        vm.assertEq(multi.balanceOf(bob, 7), 4, "drawn");
        vm.assertGe(address(box).balance, box.totalClaimable() + 10 ether, "covered");
    }

    /// @dev What `payee` saw from inside, while a credit of `credit` and `held` of others lay there.
    function coveredInside(HostilePayee payee, uint256 credit, uint256 held) private view {
        vm.assertEq(payee.claimableSeen(), credit, "the hook was called");
        vm.assertGe(payee.balanceSeen(), credit + held, "covered inside the hook");
        vm.assertTrue(!payee.entered() && payee.why() == IPayouts.PayoutReentered.selector, "shut");
    }

    /// Of a winner, of an owner that is paid, of an account that collects, is refunded, takes its bond back or claims.
    function test_InsideEveryHook() public {
        HostilePayee owner = new HostilePayee();
        HostilePayee winner = new HostilePayee();
        bytes32 id = ownedBy(owner);
        owner.set(Mood.Refuse);
        drawn(bob, id, 1);
        owner.set(Mood.Calm);
        uint256 credit = 0.975 ether;
        bytes memory again = abi.encodeCall(box.claim, (address(owner), address(owner)));
        owner.reenter(IExchange(address(box)), again);
        winner.reenter(IExchange(address(box)), again);
        openBy(winner, id, 1);
        openAs(bob, id, 2);
        mine(2);
        reveal(id, 1);
        coveredInside(winner, credit, 10 ether + 0.05 ether + 3 * DUE);
        coveredInside(owner, credit, 10 ether + 0.1 ether + 2 * DUE);
        reveal(id, 2);
        winner.refuseItems();
        openBy(winner, id, 1);
        mine(2);
        reveal(id, 3);
        winner.takeItems();
        box.collect(id, 0, 1, address(winner), address(winner));
        coveredInside(winner, credit, 10 ether + 0.25 ether);
        openBy(winner, id, 2);
        vm.warp(vm.getBlockTimestamp() + 30 minutes);
        box.refund(id);
        coveredInside(winner, credit, 8 ether + 0.25 ether);
        owner.act(address(box), abi.encodeCall(box.withdrawBond, (id, 3 ether)));
        coveredInside(owner, credit, 5 ether + 0.25 ether);
        owner.act(address(box), abi.encodeCall(box.claim, (address(owner), address(winner))));
        coveredInside(winner, 0, 5 ether + 0.25 ether);
    }

    /// A hundred kinds to an account that burns all it gets, at 16,777,216 gas.
    function test_WhenAHundredDeliveriesBurnTheirGas() public {
        Asset[] memory kinds = new Asset[](100);
        for (uint256 i; i < 100; ++i) {
            kinds[i] = Asset(address(multi), 1000 + i, 2);
            multi.give(alice, 1000 + i, 1);
        }
        bytes32 id = registered(single(coin(), kinds));
        bonded(id, 90 ether);
        BurningReceiver burner = new BurningReceiver();
        vm.deal(address(burner), 200 ether);
        burner.open{value: 100 * DUE}(box, id, 100);
        mine(2);
        uint256 before = gasleft();
        box.reveal{gas: 16_700_000}(id, preimage(0));
        vm.assertLe(before - gasleft(), 16_700_000, "fits");
        for (uint256 i; i < 100; ++i) {
            vm.assertEq(box.kept(id, address(burner), i), 1, "waits");
        }
    }

    /// Whatever gas the sender gives: all is delivered, or nothing has happened.
    function testFuzz_WhenTheSenderGivesTooLittleGas(uint256 gasLimit) public {
        bytes32 id = registered(aBox(coin()));
        openAs(bob, id, 2);
        mine(2);
        try box.reveal{gas: bound(gasLimit, 50_000, 1_500_000)}(id, preimage(0)) {
            vm.assertEq(prizesOf(bob), 4, "all");
        } catch {
            vm.assertEq(prizesOf(bob), 0, "none");
            vm.assertEq(sum(box.leftOf(id)), 20, "untouched");
            reveal(id, 0);
        }
    }

    /// The same chain for another series is another draw, and its pre-images count in their own order only.
    function test_WhenAPreimageIsOfAnother() public {
        BoxOrder memory order = aBox(coin());
        bytes32 id = registered(order);
        order.key.salt = 2;
        bytes32 other = registered(order);
        openAs(bob, id, 1);
        openAs(eve, other, 1);
        openAs(eve, other, 1);
        mine(2);
        reveal(other, 0);
        bytes32 second = preimage(1);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxPreimageWrong.selector, second));
        box.reveal(id, second);
        bytes32 shown = anchor();
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxPreimageWrong.selector, shown));
        box.reveal(other, shown);
    }

    function test_WhenItemsComeUnasked() public {
        vm.expectRevert(abi.encodeWithSignature("ERC721InvalidReceiver(address)", box));
        vm.prank(alice);
        nft.safeTransferFrom(alice, address(box), 1);
        vm.expectRevert(abi.encodeWithSignature("ERC1155InvalidReceiver(address)", box));
        vm.prank(alice);
        multi.safeTransferFrom(alice, address(box), 7, 1, "");
    }

    function sum(uint256[] memory list) private pure returns (uint256 total) {
        for (uint256 i; i < list.length; ++i) {
            total += list[i];
        }
    }
}
