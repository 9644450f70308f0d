// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IExchange} from "../../../src/exchange/IExchange.sol";
import {IExchangeForms} from "../../../src/exchange/IExchangeForms.sol";
import {Fill, Order} from "../../../src/exchange/OrderTypes.sol";
import {IFees} from "../../../src/fees/IFees.sol";
import {IPayouts} from "../../../src/fees/IPayouts.sol";
import {HybridToken} from "../../base/Hybrids.sol";
import {IExchangeBySig} from "../../base/IExchangeForms.sol";
import {MoodyERC20, Taking} from "../../base/MoodyERC20.sol";
import {ReentrantReceiver} from "../../base/ReentrantReceiver.sol";
import {FalseERC20, FeeListERC721, TaxedERC20} from "../../base/Tokens.sol";
import {TokenSweepBase} from "../../base/TokenSweepBase.sol";
import {HostileMover} from "../../base/Wallet.sol";

contract HostileTokenSweepTest is TokenSweepBase {
    /// @dev First, in the middle, last.
    uint256[3] private PLACES = [0, 4, 9];
    /// @dev Each way not to take a payment.
    Taking[4] private WAYS = [Taking.Refuses, Taking.Burns, Taking.Bombs, Taking.Denies];

    /// [CART-10] The seller of one line is blocked: that line is skipped, and costs nothing.
    function test_WhenASellerIsBlocked() public {
        for (uint256 p; p < 3; ++p) {
            for (uint256 w; w < 4; ++w) {
                uint256 snapshot = vm.snapshotState();
                token.set(seller(PLACES[p]), WAYS[w], 0);
                bool[] memory done = sweep(ofEach());
                for (uint256 i; i < COUNT; ++i) {
                    bool isSpoilt = i == PLACES[p];
                    vm.assertEq(done[i] ? 1 : 0, isSpoilt ? 0 : 1, "its line only");
                    vm.assertEq(collections[i].ownerOf(100 + i), isSpoilt ? seller(i) : bob, "item");
                    assertPaid(seller(i), isSpoilt ? 0 : 0.925 ether, "seller");
                    assertPaid(creator(i), isSpoilt ? 0 : 0.05 ether, "creator");
                }
                assertPaid(treasury, 0.45 ether, "fees");
                assertWhole(9);
                vm.revertToState(snapshot);
            }
        }
    }

    /// [CART-10] The creator of one line is blocked: its royalty stays with the seller, as in a single fill.
    function test_WhenACreatorIsBlocked() public {
        for (uint256 p; p < 3; ++p) {
            for (uint256 w; w < 4; ++w) {
                uint256 snapshot = vm.snapshotState();
                token.set(creator(PLACES[p]), WAYS[w], 0);
                bool[] memory done = sweep(ofEach());
                for (uint256 i; i < COUNT; ++i) {
                    bool isSpoilt = i == PLACES[p];
                    vm.assertTrue(done[i], "filled");
                    assertPaid(seller(i), isSpoilt ? 0.975 ether : 0.925 ether, "seller");
                    assertPaid(creator(i), isSpoilt ? 0 : 0.05 ether, "creator");
                }
                assertPaid(treasury, 0.5 ether, "fees");
                assertWhole(10);
                vm.revertToState(snapshot);
            }
        }
    }

    /// [CART-10] The creator of all lines is blocked: each royalty stays with its seller.
    function test_WhenTheCreatorOfAllIsBlocked() public {
        token.set(creator(0), Taking.Refuses, 0);
        sweep(ofSellers());
        for (uint256 i; i < COUNT; ++i) assertPaid(seller(i), 0.975 ether, "seller");
        assertPaid(treasury, 0.5 ether, "fees");
        assertWhole(10);
    }

    /// [CART-10] A creator that is blocked until the middle is paid from there on.
    function test_WhenACreatorIsUnblockedBetweenTwoLines() public {
        token.set(creator(0), Taking.Refuses, 0);
        Fill[] memory list = ofSellers();
        list[4] = fillOf(sale(address(unblocking(creator(0))), 1, 4, 50), 4);
        sweep(list);
        for (uint256 i; i < COUNT; ++i) {
            // The fifth line's item has no royalty.
            assertPaid(seller(i), i < 5 ? 0.975 ether : 0.925 ether, "seller");
        }
        assertPaid(creator(0), 0.25 ether, "creator");
        vm.assertEq(token.received(creator(0)), 2, "once in its fill, once the rest");
        assertWhole(10);
    }

    /// @dev An item of the fifth seller that has `account` take payments when it moves.
    function unblocking(address account) private returns (HostileMover mover) {
        mover = new HostileMover();
        mover.give(seller(4), 1);
        vm.prank(seller(4));
        mover.setApprovalForAll(address(proxy), true);
        mover.reenter(address(token), abi.encodeCall(MoodyERC20.set, (account, Taking.Takes, 0)));
    }

    /// [CART-10]
    function test_WhenTheBeneficiaryIsBlocked() public {
        for (uint256 w; w < 4; ++w) {
            uint256 snapshot = vm.snapshotState();
            token.set(treasury, WAYS[w], 0);
            bool[] memory done = sweep(ofEach());
            for (uint256 i; i < COUNT; ++i) {
                vm.assertTrue(done[i], "filled");
                assertPaid(seller(i), 0.925 ether, "seller");
                assertPaid(creator(i), 0.05 ether, "creator");
            }
            assertPaid(address(exchange), 0.5 ether, "the fees wait");
            vm.assertEq(token.received(address(exchange)), 10, "each by its fill");
            assertWhole(10);
            vm.revertToState(snapshot);
        }
    }

    /// [CART-10] Until the middle: five fees are held, the sixth is paid, the other four are a sum.
    function test_WhenTheBeneficiaryIsUnblockedBetweenTwoLines() public {
        token.set(treasury, Taking.Refuses, 0);
        Fill[] memory list = ofSellers();
        list[4] = fillOf(sale(address(unblocking(treasury)), 1, 4, 50), 4);
        sweep(list);
        assertPaid(address(exchange), 0.2 ether, "the fees of four wait");
        assertPaid(treasury, 0.3 ether, "six, from the line whose item moved");
        vm.assertEq(token.received(treasury), 2, "in two payments");
        assertWhole(10);
    }

    /// [CART-10] It took the first payment and refuses the sum: that is held, and stops nothing.
    function test_WhenACreatorRefusesLater() public {
        for (uint256 w; w < 4; ++w) {
            uint256 snapshot = vm.snapshotState();
            token.set(creator(0), WAYS[w], 1);
            Fill[] memory list = ofSellers();
            if (w == 0) vm.expectEmit(address(exchange));
            if (w == 0) emit IFees.TokenFeesHeld(address(token), 0.45 ether);
            sweep(list);
            for (uint256 i; i < COUNT; ++i) assertPaid(seller(i), 0.925 ether, "seller");
            assertPaid(creator(0), 0.05 ether, "creator");
            assertPaid(treasury, 0.5 ether, "fees");
            assertPaid(address(exchange), 0.45 ether, "held");
            assertWhole(10);
            vm.revertToState(snapshot);
        }
    }

    /// [CART-10]
    function test_WhenTheBeneficiaryRefusesLater() public {
        token.set(treasury, Taking.Refuses, 1);
        sweep(ofSellers());
        assertPaid(treasury, 0.05 ether, "the first fee");
        assertPaid(address(exchange), 0.45 ether, "the others wait");
        assertPaid(creator(0), 0.5 ether, "creator");
        assertWhole(10);
        token.set(treasury, Taking.Takes, 0);
        exchange.withdrawTokens(address(token));
        assertPaid(treasury, 0.5 ether, "all");
    }

    /// [CART-10] A token that refuses the exchange as well stops the sweep: no payer evades a sum.
    function test_RevertWhen_TheTokenRefusesTheExchangeToo() public {
        token.set(treasury, Taking.Refuses, 1);
        token.set(address(exchange), Taking.Refuses, 0);
        Fill[] memory list = ofSellers();
        vm.expectRevert(abi.encodeWithSignature("Error(string)", "refused"));
        sweep(list);
        assertUntouched(list);
    }

    /// [CART-10]
    function test_RevertWhen_TheAllowanceIsShortByOne() public {
        Fill[] memory list = ofSellers();
        vm.prank(bob);
        token.approve(address(proxy), 10.25 ether - 1);
        bytes4 why = IERC20Errors.ERC20InsufficientAllowance.selector;
        vm.expectRevert(abi.encodeWithSelector(why, proxy, 0.45 ether - 1, 0.45 ether));
        sweep(list);
        assertUntouched(list);
        vm.prank(bob);
        token.approve(address(proxy), 10.25 ether);
        sweep(list);
        assertWhole(10);
    }

    /// [CART-10] The last line fails where the seller's part is what is missing; the others are filled.
    function test_WhenTheAllowanceIsForNineLines() public {
        vm.prank(bob);
        token.approve(address(proxy), 9.25 ether);
        bool[] memory done = sweep(ofSellers());
        vm.assertTrue(done[8] && !done[9], "nine");
        assertWhole(9);
    }

    /// [CART-10] The payer sends its money away when it has its items.
    function test_RevertWhen_ThePayerIsDrainedByItsHook() public {
        ReentrantReceiver payer = new ReentrantReceiver();
        token.give(address(payer), 10.25 ether);
        payer.act(address(token), abi.encodeCall(token.approve, (address(proxy), 10.25 ether)));
        payer.arm(address(token), abi.encodeCall(token.transfer, (eve, 1)));
        Fill[] memory list = ofSellers();
        bytes memory call = abi.encodeCall(IExchangeForms.sweep, (list, address(0), 1));
        bytes4 why = IERC20Errors.ERC20InsufficientBalance.selector;
        vm.expectRevert(abi.encodeWithSelector(why, payer, 0.45 ether - 1, 0.45 ether));
        payer.act(address(exchange), call);
        assertUntouched(list);
        assertPaid(address(payer), 10.25 ether, "payer");
        token.give(address(payer), 1);
        payer.act(address(exchange), call);
        vm.assertTrue(payer.passed(), "it ran");
        assertPaid(address(payer), 0, "paid");
        assertPaid(treasury, 0.5 ether, "fees");
    }

    /// [CART-10] A token that answers false pays no sum: the sweep reverts.
    function test_RevertWhen_TheTokenAnswersFalse() public {
        FalseERC20 other = new FalseERC20();
        other.give(bob, INITIAL_BALANCE);
        vm.prank(bob);
        other.approve(address(proxy), 10.25 ether - 1);
        Fill[] memory list = inMoney(address(other));
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, other));
        sweep(list);
        vm.assertEq(other.balanceOf(bob), INITIAL_BALANCE, "nothing moved");
        assertUntouched(list);
    }

    function inMoney(address money_) private view returns (Fill[] memory list) {
        list = ofSellers();
        for (uint256 i; i < COUNT; ++i) {
            list[i].order.key.buyAsset.token = money_;
            list[i].sig = makerSig(1000 + i, list[i].order);
        }
    }

    /// [CART-10]
    function test_RevertWhen_TheTokenTakesAFee() public {
        TaxedERC20 other = new TaxedERC20();
        other.give(bob, INITIAL_BALANCE);
        vm.prank(bob);
        other.approve(address(proxy), INITIAL_BALANCE);
        Fill[] memory list = inMoney(address(other));
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeNothingSwept.selector));
        sweep(list);
        vm.assertEq(other.balanceOf(bob), INITIAL_BALANCE, "nothing moved");
        assertUntouched(list);
    }

    /// @dev Every call that moves or pays.
    function entries() private view returns (bytes[5] memory) {
        Order memory other = sale(address(collections[0]), 209, 0, 60);
        Fill[] memory list = new Fill[](1);
        list[0] = fillOf(other, 0);
        return [
            abi.encodeCall(IExchangeForms.sweep, (list, eve, 1)),
            abi.encodeCall(IExchangeBySig.exchange, (other, list[0].sig, FEE, none(), 1, eve)),
            abi.encodeCall(IExchangeForms.withdrawTokens, (address(token))),
            abi.encodeCall(IPayouts.withdraw, ()),
            abi.encodeCall(IPayouts.claim, (eve, eve))
        ];
    }

    /// [CART-10] From the hooks of payer, seller, creator and beneficiary: in each fill, and in the sums after the last.
    function test_StaysShutToHooks() public {
        bytes[5] memory calls = entries();
        address[4] memory accounts = [bob, seller(0), creator(0), treasury];
        // As payer it calls at each of the 14 transfers.
        uint256[4] memory times = [uint256(14), 10, 2, 2];
        token.give(address(exchange), 1);
        for (uint256 c; c < 5; ++c) {
            for (uint256 a; a < 4; ++a) {
                uint256 snapshot = vm.snapshotState();
                token.hook(accounts[a], address(exchange), calls[c]);
                sweep(ofOne());
                vm.assertEq(token.calls(), times[a], "each hook ran");
                vm.assertEq(token.passed(), 0, "shut");
                vm.assertEq(bytes32(token.why()), bytes32(IPayouts.PayoutReentered.selector), "why");
                assertPaid(bob, INITIAL_BALANCE - 10.25 ether, "paid once");
                vm.revertToState(snapshot);
            }
        }
    }

    /// [CART-10]
    function test_StaysShutToItems() public {
        bytes[5] memory calls = entries();
        for (uint256 c; c < 5; ++c) {
            uint256 snapshot = vm.snapshotState();
            HostileMover mover = unblocking(eve);
            mover.reenter(address(exchange), calls[c]);
            fund(address(mover));
            token.give(address(exchange), 1);
            vm.deal(address(exchange), 1 ether);
            Fill[] memory list = ofSellers();
            list[4] = fillOf(sale(address(mover), 1, 4, 50), 4);
            bool[] memory done = sweep(list);
            vm.assertEq(bytes32(mover.why()), bytes32(IPayouts.PayoutReentered.selector), "why");
            vm.assertTrue(done[4] && !mover.entered(), "shut");
            assertPaid(bob, INITIAL_BALANCE - 10.25 ether, "paid once");
            assertPaid(address(mover), INITIAL_BALANCE, "not by the item");
            vm.revertToState(snapshot);
        }
    }

    /// [CART-10]
    function test_SkipsHostileItems() public {
        for (uint256 mood = 1; mood <= 3; ++mood) {
            uint256 snapshot = vm.snapshotState();
            HostileMover mover = unblocking(eve);
            mover.set(mood);
            Fill[] memory list = ofSellers();
            list[4] = fillOf(sale(address(mover), 1, 4, 50), 4);
            bool[] memory done = sweep(list);
            vm.assertTrue(done[3] && !done[4] && done[5], "the others");
            assertWhole(9);
            vm.revertToState(snapshot);
        }
    }

    /// [CART-10] The item is one of the token that is the money.
    function test_SkipsAnItemOfTheMoney() public {
        HybridToken hybrid = new HybridToken();
        hybrid.give(seller(4), 1, 0);
        hybrid.give(bob, 20, 0);
        uint256 rare = hybrid.ITEMS() + 1;
        vm.prank(seller(4));
        hybrid.setApprovalForAll(address(proxy), true);
        vm.prank(bob);
        hybrid.approve(address(proxy), type(uint256).max);
        Fill[] memory list = inMoney(address(hybrid));
        (list[4].order.key.sellAsset.token, list[4].order.key.sellAsset.tokenId) = (address(hybrid), rare);
        list[4].sig = makerSig(1004, list[4].order);
        bool[] memory done = sweep(list);
        for (uint256 i; i < COUNT; ++i) vm.assertTrue(done[i] == (i != 4), "the others");
        vm.assertEq(hybrid.ownerOf(rare), seller(4), "unmoved");
        vm.assertEq(hybrid.balanceOf(bob), 20 ether - 9 * 1.025 ether, "paid for these only");
    }

    /// [CART-10] Four recipients that burn all they get leave too little for a fifth: the line is skipped, not its royalty.
    function test_SkipsALineWhoseRecipientsBurnItsGas() public {
        FeeListERC721 list721 = new FeeListERC721();
        for (uint256 i; i < 5; ++i) {
            list721.add(creator(i), 100);
            if (i < 4) token.set(creator(i), Taking.Burns, 0);
        }
        list721.give(seller(4), 1);
        vm.prank(seller(4));
        list721.setApprovalForAll(address(proxy), true);
        Fill[] memory list = ofSellers();
        list[4] = fillOf(sale(address(list721), 1, 4, 50), 4);
        bool[] memory done = sweep(list);
        vm.assertTrue(done[3] && !done[4] && done[5], "the others");
        assertPaid(creator(4), 0, "nothing of that line");
        vm.assertTrue(!exchange.isSpent(seller(4), saltOf(50)), "open");
        assertWhole(9);
    }
}
